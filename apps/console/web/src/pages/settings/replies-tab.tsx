import { ActionIcon, Button, Group, Table, Text, Textarea, TextInput } from '@mantine/core'
import type { CannedReply } from '@parley/contracts/session/inbox'
import { IconMessage2Plus, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'

export function RepliesTab() {
  const mayEdit = useMay('agent')
  const replies = useCall('GET /canned-replies', {})
  const [editing, setEditing] = useState<CannedReply | 'new'>()
  const remove = useChange('DELETE /canned-replies/:reply', { refetches: ['GET /canned-replies'], done: 'Deleted.' })
  return (
    <Card
      title="Canned replies"
      hint="Type / in the inbox and the beginning of a name to insert one."
      actions={mayEdit && !editing && <Button onClick={() => setEditing('new')}>New reply</Button>}
    >
      {editing && (
        <Editor
          key={editing === 'new' ? 'new' : editing.id}
          reply={editing === 'new' ? null : editing}
          onDone={() => setEditing(undefined)}
        />
      )}
      {replies.data?.length === 0 && !editing && (
        <EmptyState icon={IconMessage2Plus} title="None yet">
          Texts that your team sends often: opening hours, directions, thanks.
        </EmptyState>
      )}
      {replies.data && replies.data.length > 0 && (
        <Table>
          <Table.Tbody>
            {replies.data.map((reply) => (
              <Table.Tr key={reply.id}>
                <Table.Td w={160} fw={600}>
                  /{reply.shortcut}
                </Table.Td>
                <Table.Td>
                  <Text size="sm" lineClamp={2}>
                    {reply.body}
                  </Text>
                </Table.Td>
                <Table.Td w={84}>
                  {mayEdit && (
                    <Group gap={4} wrap="nowrap">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Edit /${reply.shortcut}`}
                        onClick={() => setEditing(reply)}
                      >
                        <IconPencil size={16} aria-hidden />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={`Delete /${reply.shortcut}`}
                        onClick={() => remove.mutate({ params: { reply: reply.id } })}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  )
}

function Editor({ reply, onDone }: { reply: CannedReply | null; onDone(): void }) {
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '')
  const [body, setBody] = useState(reply?.body ?? '')
  const options = { refetches: ['GET /canned-replies' as const], onSuccess: onDone, quiet: true }
  const create = useChange('POST /canned-replies', options)
  const change = useChange('PUT /canned-replies/:reply', options)
  const fault = (create.error ?? change.error)?.message
  const save = () => {
    const input = { shortcut, body }
    if (reply) change.mutate({ params: { reply: reply.id }, body: input })
    else create.mutate({ body: input })
  }
  return (
    <EntryForm onSubmit={save} onCancel={onDone} isPending={create.isPending || change.isPending}>
      <TextInput
        label="Name"
        leftSection="/"
        value={shortcut}
        onChange={(event) => setShortcut(event.currentTarget.value)}
        required
        autoFocus
      />
      <Textarea
        label="Text"
        autosize
        minRows={3}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
        required
        error={fault}
      />
    </EntryForm>
  )
}
