import { z } from 'zod'
import { Text } from './text.ts'

/** An e-mail address as given; whoever compares addresses lowers their case first. */
export const Email = Text.trim()
  .max(254, { error: 'must be at most 254 characters' })
  .pipe(z.email({ error: 'must be an e-mail address' }))
