import { Badge, Button, Group, Modal, Paper, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { useMay } from '../../app/session.tsx'
import { useCall, useChange } from '../../app/use-call.ts'
import { DialogForm } from '../../kit/dialog-form.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { number } from '../../kit/numbers.ts'
import { Page } from '../../kit/page.tsx'
import { CampaignEditor } from './campaign-editor.tsx'

export default function CampaignsPage() {
  const [, params] = useRoute('/campaigns/:id')
  return params?.id ? <CampaignEditor key={params.id} id={params.id} /> : <Campaigns />
}

function Campaigns() {
  const mayEdit = useMay('owner')
  const campaigns = useCall('GET /campaigns', {})
  const [creating, create] = useDisclosure()
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create.open}>
      New campaign
    </Button>
  )
  return (
    <Page
      title="Campaigns"
      hint="What the bot knows and how it answers. A message goes to the campaign that it names, else to one with a keyword in it, else to the default."
      actions={add}
    >
      {campaigns.isError && <ErrorState error={campaigns.error} onRetry={() => campaigns.refetch()} />}
      {campaigns.isPending && <Skeleton h={160} radius="lg" />}
      {campaigns.data?.length === 0 && (
        <EmptyState icon={IconRobot} title="No campaign yet" action={add}>
          Without one the bot stays silent, and every conversation waits for a person.
        </EmptyState>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {campaigns.data?.map((campaign) => (
          <Paper
            key={campaign.id}
            withBorder
            radius="lg"
            p="lg"
            component={Link}
            href={`/campaigns/${campaign.id}`}
            c="inherit"
            td="none"
          >
            <Group justify="space-between" wrap="nowrap">
              <Text fw={650} truncate>
                {campaign.name}
              </Text>
              <Group gap={6} wrap="nowrap">
                {campaign.isDefault && <Badge variant="light">Default</Badge>}
                {!campaign.active && (
                  <Badge color="gray" variant="default">
                    Off
                  </Badge>
                )}
              </Group>
            </Group>
            <Text size="sm" c="dimmed" mt={4}>
              {campaign.engine === 'llm' ? `Language model ${campaign.llm.model ?? ''}` : 'Answers from its knowledge'}{' '}
              · {entries(campaign.knowledgeEntries)}
            </Text>
            {campaign.keywords.length > 0 && (
              <Text size="sm" c="dimmed" mt={4} truncate>
                Keywords: {campaign.keywords.join(', ')}
              </Text>
            )}
          </Paper>
        ))}
      </SimpleGrid>
      <NewCampaign
        opened={creating}
        isFirst={campaigns.data?.every(({ isDefault }) => !isDefault) ?? false}
        onClose={create.close}
      />
    </Page>
  )
}

const entries = (total: number): string => (total === 1 ? '1 entry' : `${number(total)} entries`)

function NewCampaign({ opened, isFirst, onClose }: { opened: boolean; isFirst: boolean; onClose(): void }) {
  const [, navigate] = useLocation()
  const [name, setName] = useState('')
  const create = useChange('POST /campaigns', {
    refetches: ['GET /campaigns'],
    quiet: true,
    onSuccess: ({ id }) => navigate(`/campaigns/${id}`),
  })
  return (
    <Modal opened={opened} onClose={onClose} title="New campaign">
      <DialogForm
        submit="Create"
        onSubmit={() => create.mutate({ body: { name, isDefault: isFirst } })}
        onCancel={onClose}
        error={create.error}
        isPending={create.isPending}
        disabled={name.trim() === ''}
      >
        <TextInput
          label="Name"
          placeholder="Customer service"
          description={isFirst ? 'It becomes the default: every message goes to it.' : undefined}
          required
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  )
}
