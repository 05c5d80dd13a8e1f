import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** One subject of a page. */
export function Card(props: {
  title: string
  hint?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  /** For content that reaches the frame, as a table does. */
  flush?: boolean
}) {
  const { title, hint, actions, children, flush } = props
  return (
    <Paper
      withBorder
      radius="lg"
      p={flush ? 0 : 'lg'}
      component="section"
      aria-label={title}
      style={{ overflow: flush ? 'hidden' : undefined }}
    >
      <Group justify="space-between" align="flex-start" p={flush ? 'lg' : 0} pb={children ? 'md' : undefined}>
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {hint && (
            <Text size="sm" c="dimmed" mt={2} maw={620} component="div">
              {hint}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  )
}
