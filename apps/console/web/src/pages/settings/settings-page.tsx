import { Tabs } from '@mantine/core'
import { useLocation, useRoute } from 'wouter'
import { useMay, useSession } from '../../app/session.tsx'
import { Page } from '../../kit/page.tsx'
import { AccountTab } from './account-tab.tsx'
import { RepliesTab } from './replies-tab.tsx'
import { TeamTab } from './team-tab.tsx'
import { WebhookTab } from './webhook-tab.tsx'

export default function SettingsPage() {
  const { account } = useSession()
  const isOwner = useMay('owner')
  const [, params] = useRoute('/settings/:tab')
  const [, navigate] = useLocation()
  const tabs = [
    ...(isOwner
      ? [
          { value: 'account', label: 'Account & API key', content: <AccountTab /> },
          {
            value: 'webhook',
            label: 'Custom Channel Webhook',
            content: (
              <WebhookTab
                kind="reply"
                title="Custom Channel Webhook"
                hint="Replies of the bot and of your team are posted to this address, signed."
              />
            ),
          },
        ]
      : []),
    ...(isOwner && account.kind === 'agency'
      ? [
          {
            value: 'recharge-webhook',
            label: 'Auto-recharge webhook',
            content: (
              <WebhookTab
                kind="auto_recharge"
                title="Auto-recharge webhook"
                hint="Requests to top up a sub-account are posted to this address, signed."
              />
            ),
          },
        ]
      : []),
    ...(isOwner ? [{ value: 'team', label: 'Team', content: <TeamTab /> }] : []),
    { value: 'replies', label: 'Canned replies', content: <RepliesTab /> },
  ]
  const current = tabs.find(({ value }) => value === params?.tab) ?? tabs[0]
  return (
    <Page title="Settings">
      <Tabs value={current?.value ?? null} onChange={(tab) => tab && navigate(`/settings/${tab}`)} keepMounted={false}>
        <Tabs.List mb="lg">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, content }) => (
          <Tabs.Panel key={value} value={value}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
