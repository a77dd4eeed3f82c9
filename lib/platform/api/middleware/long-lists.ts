import * as z from 'zod'
import { pause } from '#platform/concurrency'

/** Minimum length of a long list; shorter ones are checked with the rest of the request. */
const longList = 500
/** Maximum issues in an answer. */
const maxIssues = 20

/**
 * Checks the elements of long lists with pauses and stops at twenty issues. A schema alone reports each invalid
 * element, and 20,000 invalid points would block the event loop for a fifth of a second. The lengths of the lists are
 * left to the schema.
 *
 * @returns The issues; none for valid lists.
 */
export async function checkLongLists(
  input: z.ZodType,
  fields: Record<string, unknown>,
): Promise<z.core.$ZodIssue[]> {
  const issues: z.core.$ZodIssue[] = []
  if (!(input instanceof z.ZodObject)) return issues
  for (const [name, schema] of Object.entries(input.shape as Record<string, z.ZodType>)) {
    const list = fields[name]
    const element = findElement(schema)
    if (!element || !Array.isArray(list) || list.length <= longList) continue
    // A list that is too long is refused by the schema, which then examines no elements.
    for (const [index, value] of list.entries()) {
      const { error } = element.safeParse(value)
      for (const issue of error?.issues ?? []) {
        issues.push({ ...issue, path: [name, index, ...issue.path] })
      }
      if (issues.length >= maxIssues) return issues
      await pause()
    }
  }
  return issues
}

/** Finds the schema of the elements of a list that may be optional or have a default. */
function findElement(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType
  if (schema instanceof z.ZodPipe) return findElement(schema.in as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return findElement(schema.unwrap() as z.ZodType)
  }
  return undefined
}
