import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** An empty place that says what will be here and how to begin. */
export function EmptyState(props: { icon: Icon; title: string; children?: ReactNode; action?: ReactNode }) {
  const { icon: Picture, title, children, action } = props
  return (
    <Stack align="center" gap="sm" py={56} px="md">
      <ThemeIcon size={52} radius="xl" variant="light" aria-hidden>
        <Picture size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={2} size="h4" ta="center">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" ta="center" maw={420} component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
