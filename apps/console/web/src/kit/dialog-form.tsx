import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** What a dialog asks for, with the refusal of the last try above it and the way out beside the way on. */
export function DialogForm(props: {
  submit: string
  onSubmit(): void
  onCancel(): void
  error: Error | null
  isPending: boolean
  /** It takes something away. */
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}) {
  const { submit, onSubmit, onCancel, error, isPending, danger = false, disabled = false, children } = props
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Stack>
        {error && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'red.9' : undefined} loading={isPending} disabled={disabled}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
