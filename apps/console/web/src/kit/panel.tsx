import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a page, in a frame with its own heading. */
export function Panel(props: {
  title: string
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Content that reaches the frame, as a table does. */
  flush?: boolean
}) {
  const { title, hint, actions, children, flush } = props
  return (
    <Paper withBorder radius="lg" component="section" aria-label={title} style={{ overflow: 'hidden' }}>
      <Group justify="space-between" px="md" pt="md" pb={flush ? 'sm' : 0} gap="sm">
        <div>
          <Text component="h2" fw={600}>
            {title}
          </Text>
          {hint && (
            <Text size="sm" c="dimmed" component="div">
              {hint}
            </Text>
          )}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {flush ? children : <div style={{ padding: 'var(--mantine-spacing-md)' }}>{children}</div>}
    </Paper>
  )
}
