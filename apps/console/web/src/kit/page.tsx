import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

/** A page with its title, also in the browser's tab. */
export function Page(props: {
  title: string
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
  wide?: boolean
}) {
  const { title, hint, actions, children, wide } = props
  usePageTitle(title)
  return (
    <Box p={{ base: 'md', sm: 'xl' }} maw={wide ? undefined : 1120} mx="auto" w="100%">
      <Group justify="space-between" align="flex-start" mb="lg" gap="md">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {hint && (
            <Text c="dimmed" size="sm" mt={4} maw={640}>
              {hint}
            </Text>
          )}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Box>
  )
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Parley`
  }, [title])
}
