import type { z } from 'zod'

/** `customData.body must not be empty`: the field and what it should be. */
export function explainIssue(issue: Pick<z.core.$ZodIssue, 'path' | 'message'>, whole = 'The body'): string {
  const field = issue.path.map(String).join('.')
  return `${field || whole} ${issue.message}`
}
