export type Difficulty = 'flat' | 'rolling' | 'hilly' | 'mountainous'

/** Upper bounds of the classes, exclusive, percent. */
const classes = [
  { difficulty: 'flat', average: 2, maximum: 5 },
  { difficulty: 'rolling', average: 4, maximum: 8 },
  { difficulty: 'hilly', average: 6, maximum: 15 },
] as const

/** Returns the harder class of the average and the maximum grade. */
export function classifyDifficulty(avgGradePercent: number, maxGradePercent: number): Difficulty {
  const found = classes.find(
    ({ average, maximum }) => avgGradePercent < average && maxGradePercent < maximum,
  )
  return found?.difficulty ?? 'mountainous'
}
