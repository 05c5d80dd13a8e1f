import {
  Alert,
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { CampaignItem } from '@parley/contracts/session/campaigns'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '../../app/session.tsx'
import { useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { CopyField } from '../../kit/copy-field.tsx'
import { ModelFields } from './model-fields.tsx'

export function CampaignSettings({ campaign }: { campaign: CampaignItem }) {
  const mayEdit = useMay('owner')
  const [, navigate] = useLocation()
  const [form, setForm] = useState(campaign)
  const [saved, setSaved] = useState(campaign)
  /** Null: the kept one is to be forgotten. */
  const [llmKey, setLlmKey] = useState<string | null>('')
  const params = { campaign: campaign.id }
  const save = useChange('PATCH /campaigns/:campaign', {
    refetches: ['GET /campaigns', 'GET /campaigns/:campaign'],
    done: 'Saved. It counts from the next message on.',
    quiet: true,
    onSuccess: () => {
      setLlmKey('')
      setSaved(form)
    },
  })
  const remove = useChange('DELETE /campaigns/:campaign', {
    refetches: ['GET /campaigns'],
    onSuccess: () => navigate('/campaigns'),
  })
  const set = (changes: Partial<CampaignItem>) => setForm({ ...form, ...changes })
  const isChanged = llmKey !== '' || JSON.stringify(form) !== JSON.stringify(saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { id: _, hasLlmKey: __, knowledgeEntries: ___, ...changes } = form
    save.mutate({ params, body: { ...changes, ...(llmKey !== '' && { llmKey }) } })
  }
  return (
    <Card title="How it answers">
      <form onSubmit={submit}>
        <fieldset disabled={!mayEdit} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Stack>
            <TextInput
              label="Name"
              required
              withAsterisk={false}
              value={form.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Group gap="xl" align="flex-start">
              <Switch
                label="On"
                description="Answers messages"
                checked={form.active}
                onChange={(event) => set({ active: event.currentTarget.checked })}
              />
              <Switch
                label="Default"
                description="Takes every message that no other takes"
                checked={form.isDefault}
                disabled={saved.isDefault}
                onChange={(event) => set({ isDefault: event.currentTarget.checked })}
              />
            </Group>
            <TagsInput
              label="Keywords"
              description="A message that contains one of them comes here. Enter adds one."
              placeholder={form.keywords.length === 0 ? 'refund, delivery…' : undefined}
              value={form.keywords}
              onChange={(keywords) => set({ keywords })}
            />
            <div>
              <Text size="sm" fw={500} mb={4} id="engine-label">
                Engine
              </Text>
              <SegmentedControl
                aria-labelledby="engine-label"
                value={form.engine}
                onChange={(engine) => set({ engine: engine as CampaignItem['engine'] })}
                data={[
                  { value: 'knowledge', label: 'Knowledge only' },
                  { value: 'llm', label: 'Language model' },
                ]}
              />
              <Text size="xs" c="dimmed" mt={4}>
                {form.engine === 'llm'
                  ? 'A model writes the answer from the instructions and the knowledge below.'
                  : 'The best fitting entry below is the answer. Needs no outside service.'}
              </Text>
            </div>
            {form.engine === 'llm' && (
              <>
                <Textarea
                  label="Instructions"
                  description="Who the bot is, how it speaks, and what it must not do."
                  autosize
                  minRows={3}
                  value={form.instructions}
                  onChange={(event) => set({ instructions: event.currentTarget.value })}
                />
                <ModelFields
                  llm={form.llm}
                  onChange={(llm) => set({ llm })}
                  hasKey={campaign.hasLlmKey}
                  llmKey={llmKey}
                  onKey={setLlmKey}
                />
              </>
            )}
            <Textarea
              label="When nothing fits"
              description="What the bot says then. Empty: a person is asked for."
              autosize
              minRows={2}
              value={form.fallback}
              onChange={(event) => set({ fallback: event.currentTarget.value })}
            />
            <Group grow align="flex-start">
              <NumberInput
                label="Quiet time"
                description="Seconds to wait for more messages"
                min={0}
                max={60}
                step={0.5}
                decimalScale={1}
                suffix=" s"
                value={form.quietMs / 1_000}
                onChange={(value) => set({ quietMs: Math.round(Number(value) * 1_000) })}
              />
              <NumberInput
                label="Loop limit"
                description="Replies in 10 minutes, then a person"
                min={1}
                max={1_000}
                value={form.loopLimit}
                onChange={(value) => set({ loopLimit: Number(value) })}
              />
            </Group>
            {save.error && (
              <Alert color="red" role="alert">
                {save.error.message}
              </Alert>
            )}
            {mayEdit && (
              <Group justify="space-between">
                <Button type="submit" loading={save.isPending} disabled={!isChanged}>
                  Save
                </Button>
                <ConfirmButton
                  danger
                  title={`Delete ${campaign.name}?`}
                  question="The campaign and what it knows are deleted. Conversations stay."
                  confirm="Delete"
                  onConfirm={() => remove.mutate({ params })}
                >
                  Delete
                </ConfirmButton>
              </Group>
            )}
            <CopyField label="Campaign id" hint="campaignId of a message routes it here" value={campaign.id} />
          </Stack>
        </fieldset>
      </form>
    </Card>
  )
}
