import { Button, Stack, Text, Title } from '@mantine/core'

/** What went wrong and what can be done, in place of the content. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry?(): void }) {
  return (
    <Stack align="center" gap="sm" py={64} px="md" role="alert">
      <Title order={2} size="h4">
        This could not be loaded
      </Title>
      <Text c="dimmed" ta="center" maw={420}>
        {error.message}
      </Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  )
}
