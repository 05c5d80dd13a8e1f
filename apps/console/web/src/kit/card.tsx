import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** One subject of a page. */
export function Card(props: { title: string; hint?: ReactNode; actions?: ReactNode; children?: ReactNode }) {
  return (
    <Paper withBorder radius="lg" p="lg" component="section" aria-label={props.title}>
      <Group justify="space-between" align="flex-start" mb={props.children ? 'md' : 0}>
        <div>
          <Title order={2} size="h4">
            {props.title}
          </Title>
          {props.hint && (
            <Text size="sm" c="dimmed" mt={2} maw={620} component="div">
              {props.hint}
            </Text>
          )}
        </div>
        {props.actions && <Group gap="xs">{props.actions}</Group>}
      </Group>
      {props.children}
    </Paper>
  )
}
