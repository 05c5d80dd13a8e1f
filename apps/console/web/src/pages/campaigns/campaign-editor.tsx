import {
  Alert,
  Anchor,
  Button,
  Grid,
  Group,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { CampaignItem } from '@parley/contracts/session/campaigns'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useMay } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { Card } from '../../kit/card.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { CopyField } from '../../kit/copy-field.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { KnowledgeEditor } from './knowledge-editor.tsx'
import { TryIt } from './try-it.tsx'

export function CampaignEditor({ id }: { id: string }) {
  const campaign = useCall('GET /campaigns/:campaign', { params: { campaign: id } })
  if (campaign.isError) return <ErrorState error={campaign.error} onRetry={() => campaign.refetch()} />
  return (
    <Page
      title={campaign.data?.name ?? 'Campaign'}
      hint={
        <Anchor component={Link} href="/campaigns" size="sm">
          ← All campaigns
        </Anchor>
      }
    >
      {campaign.data ? (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <Settings campaign={campaign.data} />
              <KnowledgeEditor campaign={id} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <TryIt campaign={id} />
          </Grid.Col>
        </Grid>
      ) : (
        <Skeleton h={400} radius="lg" />
      )}
    </Page>
  )
}

function Settings({ campaign }: { campaign: CampaignItem }) {
  const mayEdit = useMay('owner')
  const [, navigate] = useLocation()
  const [form, setForm] = useState(campaign)
  const [llmKey, setLlmKey] = useState('')
  const params = { campaign: campaign.id }
  const save = useChange('PATCH /campaigns/:campaign', {
    refetches: ['GET /campaigns', 'GET /campaigns/:campaign'],
    done: 'Saved. It counts from the next message on.',
    quiet: true,
    onSuccess: () => setLlmKey(''),
  })
  const remove = useChange('DELETE /campaigns/:campaign', {
    refetches: ['GET /campaigns'],
    onSuccess: () => navigate('/campaigns'),
  })
  const set = (changes: Partial<CampaignItem>) => setForm({ ...form, ...changes })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { id: _, hasLlmKey: __, knowledgeEntries: ___, ...changes } = form
    save.mutate({ params, body: { ...changes, ...(llmKey && { llmKey }) } })
  }
  return (
    <Card title="How it answers">
      <form onSubmit={submit}>
        <fieldset disabled={!mayEdit} style={{ border: 0, padding: 0, margin: 0 }}>
          <Stack>
            <TextInput
              label="Name"
              required
              withAsterisk={false}
              value={form.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Group gap="xl">
              <Switch
                label="On"
                checked={form.active}
                onChange={(event) => set({ active: event.currentTarget.checked })}
              />
              <Switch
                label="Default"
                description="Takes every message that no other takes"
                checked={form.isDefault}
                disabled={campaign.isDefault}
                onChange={(event) => set({ isDefault: event.currentTarget.checked })}
              />
            </Group>
            <TagsInput
              label="Keywords"
              description="A message that contains one of them comes here. Enter adds one."
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
            </div>
            {form.engine === 'llm' && (
              <>
                <Textarea
                  label="Instructions"
                  autosize
                  minRows={3}
                  value={form.instructions}
                  onChange={(event) => set({ instructions: event.currentTarget.value })}
                />
                <Group grow align="flex-start">
                  <TextInput
                    label="Model"
                    placeholder="gpt-4o-mini"
                    value={form.llm.model ?? ''}
                    onChange={(event) => set({ llm: { ...form.llm, model: event.currentTarget.value || undefined } })}
                  />
                  <TextInput
                    label="Address"
                    placeholder="https://api.openai.com/v1"
                    value={form.llm.baseUrl ?? ''}
                    onChange={(event) => set({ llm: { ...form.llm, baseUrl: event.currentTarget.value || undefined } })}
                  />
                </Group>
                <PasswordInput
                  label="Key of the model"
                  description={
                    campaign.hasLlmKey ? 'One is kept; a new one replaces it.' : 'Kept encrypted, never shown again.'
                  }
                  autoComplete="off"
                  value={llmKey}
                  onChange={(event) => setLlmKey(event.currentTarget.value)}
                />
              </>
            )}
            <Textarea
              label="When nothing fits"
              description="Empty: a person is asked for."
              autosize
              minRows={2}
              value={form.fallback}
              onChange={(event) => set({ fallback: event.currentTarget.value })}
            />
            <Group grow align="flex-start">
              <NumberInput
                label="Quiet time (ms)"
                description="Waits for more messages"
                min={0}
                max={60_000}
                value={form.quietMs}
                onChange={(value) => set({ quietMs: Number(value) })}
              />
              <NumberInput
                label="Replies in 10 minutes"
                description="Then a person is asked"
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
                <Button type="submit" loading={save.isPending}>
                  Save
                </Button>
                <ConfirmButton
                  danger
                  title={`Delete ${campaign.name}?`}
                  question="The campaign and what it knows are deleted."
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
