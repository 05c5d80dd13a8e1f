import { Anchor, Box, Grid, Skeleton, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { useCall } from '../../app/use-call.ts'
import { ErrorState } from '../../kit/error-state.tsx'
import { Page } from '../../kit/page.tsx'
import { CampaignSettings } from './campaign-settings.tsx'
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
              <CampaignSettings campaign={campaign.data} />
              <KnowledgeEditor campaign={id} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Box pos={{ md: 'sticky' }} top={{ md: 24 }}>
              <TryIt campaign={id} />
            </Box>
          </Grid.Col>
        </Grid>
      ) : (
        <Skeleton h={400} radius="lg" />
      )}
    </Page>
  )
}
