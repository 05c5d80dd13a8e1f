import { Button, Group, Table, Text, TextInput } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { CopyIcon } from '../../kit/copy-field.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'

export function Lists() {
  const mayEdit = useMay('agent')
  const mayDelete = useMay('owner')
  const lists = useCall('GET /lists', {})
  const [name, setName] = useState('')
  const create = useChange('POST /lists', {
    refetches: ['GET /lists'],
    done: 'The list is there.',
    onSuccess: () => setName(''),
  })
  const remove = useChange('DELETE /lists/:list', { refetches: ['GET /lists'], done: 'Deleted; the contacts stay.' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ body: { name } })
  }
  return (
    <>
      {mayEdit && (
        <form onSubmit={submit}>
          <Group mb="md">
            <TextInput
              aria-label="Name of a new list"
              placeholder="Name of a new list"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              w={280}
            />
            <Button type="submit" disabled={name.trim() === ''} loading={create.isPending}>
              Create list
            </Button>
          </Group>
        </form>
      )}
      {lists.data?.length === 0 && (
        <EmptyState icon={IconList} title="No lists yet">
          A list groups contacts. Your platform adds to it by its id.
        </EmptyState>
      )}
      {lists.data && lists.data.length > 0 && (
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Contacts</Table.Th>
                <Table.Th>Id for the API</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lists.data.map((list) => (
                <Table.Tr key={list.id}>
                  <Table.Td fw={600}>{list.name}</Table.Td>
                  <Table.Td>{list.contacts.toLocaleString()}</Table.Td>
                  <Table.Td>
                    <Group gap={6} wrap="nowrap">
                      <Text size="sm" ff="monospace">
                        {list.id}
                      </Text>
                      <CopyIcon value={list.id} label={`Copy the id of ${list.name}`} />
                    </Group>
                  </Table.Td>
                  <Table.Td w={100}>
                    {mayDelete && (
                      <ConfirmButton
                        danger
                        size="xs"
                        title={`Delete ${list.name}?`}
                        question="The list goes; its contacts stay. Your platform gets an error when it adds to it."
                        confirm="Delete"
                        onConfirm={() => remove.mutate({ params: { list: list.id } })}
                      >
                        Delete
                      </ConfirmButton>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  )
}
