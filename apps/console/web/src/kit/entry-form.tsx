import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** One entry of a list, edited above the list. */
export function EntryForm(props: {
  onSubmit(): void
  onCancel(): void
  isPending: boolean
  /** To get rid of the entry. */
  remove?: ReactNode
  children: ReactNode
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      <Stack mb="lg">
        {props.children}
        <Group justify="space-between">
          <Group>
            <Button type="submit" loading={props.isPending}>
              Save
            </Button>
            <Button variant="default" onClick={props.onCancel}>
              Cancel
            </Button>
          </Group>
          {props.remove}
        </Group>
      </Stack>
    </form>
  )
}
