import { Button, Group, NumberInput, PasswordInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import type { CampaignItem } from '@parley/contracts/session/campaigns'

type Llm = CampaignItem['llm']

/** How the language model is reached. What is left empty is the account's. */
export function ModelFields(props: {
  llm: Llm
  onChange(llm: Llm): void
  hasKey: boolean
  llmKey: string | null
  onKey(key: string | null): void
}) {
  const { llm, onChange, hasKey, llmKey, onKey } = props
  const set = (changes: Llm) => onChange({ ...llm, ...changes })
  const isForgotten = llmKey === null
  return (
    <Stack>
      <Group grow align="flex-start">
        <Select
          label="Provider"
          placeholder="The account’s"
          clearable
          data={[
            { value: 'openai-compatible', label: 'OpenAI-compatible' },
            { value: 'anthropic', label: 'Anthropic' },
          ]}
          value={llm.provider ?? null}
          onChange={(provider) => set({ provider: (provider ?? undefined) as Llm['provider'] })}
        />
        <TextInput
          label="Model"
          placeholder="The account’s"
          value={llm.model ?? ''}
          onChange={(event) => set({ model: event.currentTarget.value || undefined })}
        />
      </Group>
      <TextInput
        label="Address"
        placeholder="https://api.openai.com/v1"
        type="url"
        value={llm.baseUrl ?? ''}
        onChange={(event) => set({ baseUrl: event.currentTarget.value || undefined })}
      />
      <Group align="flex-end" wrap="nowrap">
        <PasswordInput
          label="Key of the model"
          description={
            isForgotten
              ? 'The kept key is forgotten when you save.'
              : hasKey
                ? 'One is kept, encrypted; a new one replaces it.'
                : 'Kept encrypted, never shown again.'
          }
          autoComplete="off"
          style={{ flex: 1 }}
          disabled={isForgotten}
          value={llmKey ?? ''}
          onChange={(event) => onKey(event.currentTarget.value)}
        />
        {hasKey && (
          <Button variant="default" onClick={() => onKey(isForgotten ? '' : null)}>
            {isForgotten ? 'Keep it' : 'Forget it'}
          </Button>
        )}
      </Group>
      <Group grow align="flex-start">
        <NumberInput
          label="Temperature"
          description="From 0, always the same, to 2"
          placeholder="The model’s own"
          min={0}
          max={2}
          step={0.1}
          decimalScale={2}
          value={llm.temperature ?? ''}
          onChange={(value) => set({ temperature: value === '' ? undefined : Number(value) })}
        />
        <NumberInput
          label="Longest reply"
          description="In tokens; none is sent in part"
          placeholder="The model’s own"
          min={16}
          max={32_000}
          value={llm.maxTokens ?? ''}
          onChange={(value) => set({ maxTokens: value === '' ? undefined : Number(value) })}
        />
      </Group>
      <Switch
        label="Shows images to the model"
        description="For models that take them"
        checked={llm.images ?? false}
        onChange={(event) => set({ images: event.currentTarget.checked || undefined })}
      />
    </Stack>
  )
}
