/** Which parts of a place follow, in one varint. */
export const flag = {
  box: 1,
  names: 2,
  aliases: 4,
  categories: 8,
  postcode: 16,
  houseNumber: 32,
  street: 64,
  population: 128,
  lines: 256,
  intersection: 512,
  parents: 1024,
  houses: 2048,
  country: 4096,
} as const

/** Importance is kept to four decimals. */
export const importanceScale = 10_000
