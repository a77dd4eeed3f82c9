import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/** An item as sent by DynamoDB, each value with its type: `{balance: {N: '1'}}`. */
export type ItemImage = Record<string, AttributeValue>

/** Reads the item in the reply to a failed condition, which the document client does not translate. */
export function toPlainItem(image: ItemImage): Record<string, unknown> {
  return Object.fromEntries(Object.entries(image).map(([name, value]) => [name, toPlain(value)]))
}

function toPlain({ S, N, BOOL, M, L, SS, NS }: AttributeValue): unknown {
  if (N !== undefined) return Number(N)
  if (BOOL !== undefined) return BOOL
  if (SS) return new Set(SS)
  if (NS) return new Set(NS.map(Number))
  if (M) return toPlainItem(M)
  return L ? L.map(toPlain) : S
}
