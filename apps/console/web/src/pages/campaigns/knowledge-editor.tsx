import { ActionIcon, Button, FileButton, Group, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import type { KnowledgeItem } from '@parley/contracts/session/campaigns'
import { IconBook2, IconPencil, IconTrash, IconUpload } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'

const shownAtFirst = 20

export function KnowledgeEditor({ campaign }: { campaign: string }) {
  const mayEdit = useMay('owner')
  const knowledge = useCall('GET /campaigns/:campaign/knowledge', { params: { campaign } })
  const [editing, setEditing] = useState<KnowledgeItem | 'new'>()
  const [all, setAll] = useState(false)
  const refetches = ['GET /campaigns/:campaign/knowledge', 'GET /campaigns'] as const
  const upload = useChange('POST /campaigns/:campaign/import', {
    refetches: [...refetches],
    done: 'The file is imported.',
  })
  const remove = useChange('DELETE /campaigns/:campaign/knowledge/:entry', { refetches: [...refetches] })
  const importFile = async (file: File | null) => {
    if (file) upload.mutate({ params: { campaign }, body: { fileName: file.name, text: await file.text() } })
  }
  const entries = knowledge.data ?? []
  return (
    <Card
      title="Knowledge"
      hint="Questions with their answers, or passages of a document. A file is CSV (question, answer), JSON, Markdown or text; importing it again replaces what it gave before."
      actions={
        mayEdit && (
          <>
            <FileButton accept=".csv,.json,.md,.txt" onChange={importFile}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconUpload size={16} aria-hidden />}
                  loading={upload.isPending}
                >
                  Import a file
                </Button>
              )}
            </FileButton>
            <Button variant="default" onClick={() => setEditing('new')}>
              Add
            </Button>
          </>
        )
      }
    >
      {editing && (
        <EntryForm
          key={editing === 'new' ? 'new' : editing.id}
          campaign={campaign}
          entry={editing === 'new' ? null : editing}
          onDone={() => setEditing(undefined)}
        />
      )}
      {knowledge.data?.length === 0 && !editing && (
        <EmptyState icon={IconBook2} title="It knows nothing yet">
          Add a question with its answer, then ask it beside.
        </EmptyState>
      )}
      <Table>
        <Table.Tbody>
          {(all ? entries : entries.slice(0, shownAtFirst)).map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {entry.question ?? `Passage${entry.source ? ` of ${entry.source}` : ''}`}
                </Text>
                <Text size="sm" c="dimmed" lineClamp={2}>
                  {entry.answer}
                </Text>
              </Table.Td>
              {mayEdit && (
                <Table.Td w={84}>
                  <Group gap={4} wrap="nowrap">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Edit: ${entry.question ?? entry.answer.slice(0, 40)}`}
                      onClick={() => setEditing(entry)}
                    >
                      <IconPencil size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={`Delete: ${entry.question ?? entry.answer.slice(0, 40)}`}
                      onClick={() => remove.mutate({ params: { campaign, entry: entry.id } })}
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </Group>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!all && entries.length > shownAtFirst && (
        <Button mt="sm" variant="subtle" onClick={() => setAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </Card>
  )
}

function EntryForm({ campaign, entry, onDone }: { campaign: string; entry: KnowledgeItem | null; onDone(): void }) {
  const [question, setQuestion] = useState(entry?.question ?? '')
  const [answer, setAnswer] = useState(entry?.answer ?? '')
  const options = {
    refetches: ['GET /campaigns/:campaign/knowledge' as const, 'GET /campaigns' as const],
    onSuccess: onDone,
  }
  const add = useChange('POST /campaigns/:campaign/knowledge', options)
  const change = useChange('PUT /campaigns/:campaign/knowledge/:entry', options)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { question: question.trim() || null, answer }
    if (entry) change.mutate({ params: { campaign, entry: entry.id }, body })
    else add.mutate({ params: { campaign }, body })
  }
  return (
    <form onSubmit={submit}>
      <Stack mb="lg">
        <TextInput
          label="Question"
          description="Leave it out for a passage"
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          autoFocus
        />
        <Textarea
          label="Answer"
          required
          withAsterisk={false}
          autosize
          minRows={3}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={add.isPending || change.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
