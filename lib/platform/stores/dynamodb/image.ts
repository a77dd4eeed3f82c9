import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/** An item as DynamoDB sends it, each value with its type: `{balance: {N: '1'}}`. */
export type ItemImage = Record<string, AttributeValue>

/** Reads the item in the reply to a failed condition, which the document client does not translate. */
export function plainItem(image: ItemImage): Record<string, unknown> {
  return Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plain(value)]))
}

function plain({ S, N, BOOL, M, L, SS, NS }: AttributeValue): unknown {
  if (N !== undefined) return Number(N)
  if (BOOL !== undefined) return BOOL
  if (SS) return new Set(SS)
  if (NS) return new Set(NS.map(Number))
  if (M) return plainItem(M)
  return L ? L.map(plain) : S
}
