import { ActionIcon, Button, FileButton, Table, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { KnowledgeItem } from '@parley/contracts/session/campaigns'
import { IconBook2, IconPencil, IconSearch, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { EntryForm } from '../../kit/entry-form.tsx'
import { number } from '../../kit/numbers.ts'

const shownAtFirst = 20

export function KnowledgeEditor({ campaign }: { campaign: string }) {
  const mayEdit = useMay('owner')
  const knowledge = useCall('GET /campaigns/:campaign/knowledge', { params: { campaign } })
  const [editing, setEditing] = useState<KnowledgeItem | 'new'>()
  const [all, setAll] = useState(false)
  const refetches = ['GET /campaigns/:campaign/knowledge', 'GET /campaigns'] as const
  const [search, setSearch] = useState('')
  const upload = useChange('POST /campaigns/:campaign/import', {
    refetches: [...refetches],
    onSuccess: ({ imported, removed }) =>
      notifications.show({
        message: `${number(imported)} imported${removed > 0 ? `, in place of ${number(removed)} before` : ''}.`,
        color: 'brand',
      }),
  })
  const importFile = async (file: File | null) => {
    if (file) upload.mutate({ params: { campaign }, body: { fileName: file.name, text: await file.text() } })
  }
  const wanted = search.trim().toLowerCase()
  const entries = (knowledge.data ?? []).filter(({ question, answer }) =>
    `${question ?? ''} ${answer}`.toLowerCase().includes(wanted),
  )
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
        <KnowledgeForm
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
      {(knowledge.data?.length ?? 0) > shownAtFirst && (
        <TextInput
          mb="sm"
          type="search"
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder="Search questions and answers"
          aria-label="Search the knowledge"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {wanted !== '' && entries.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has “{search}” in it.
        </Text>
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
                <Table.Td w={48}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Edit: ${entry.question ?? entry.answer.slice(0, 40)}`}
                    onClick={() => setEditing(entry)}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
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

function KnowledgeForm({ campaign, entry, onDone }: { campaign: string; entry: KnowledgeItem | null; onDone(): void }) {
  const [question, setQuestion] = useState(entry?.question ?? '')
  const [answer, setAnswer] = useState(entry?.answer ?? '')
  const options = {
    refetches: ['GET /campaigns/:campaign/knowledge' as const, 'GET /campaigns' as const],
    onSuccess: onDone,
  }
  const add = useChange('POST /campaigns/:campaign/knowledge', options)
  const change = useChange('PUT /campaigns/:campaign/knowledge/:entry', options)
  const remove = useChange('DELETE /campaigns/:campaign/knowledge/:entry', options)
  const submit = () => {
    const body = { question: question.trim() || null, answer }
    if (entry) change.mutate({ params: { campaign, entry: entry.id }, body })
    else add.mutate({ params: { campaign }, body })
  }
  return (
    <EntryForm
      onSubmit={submit}
      onCancel={onDone}
      isPending={add.isPending || change.isPending}
      remove={
        entry && (
          <ConfirmButton
            danger
            title="Delete this entry?"
            question="The bot no longer knows it from the next message on."
            confirm="Delete"
            loading={remove.isPending}
            onConfirm={() => remove.mutate({ params: { campaign, entry: entry.id } })}
          >
            Delete
          </ConfirmButton>
        )
      }
    >
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
    </EntryForm>
  )
}
