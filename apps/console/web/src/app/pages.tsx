import type { Me, MyAccount } from '@parley/contracts/session/me'
import {
  type Icon,
  IconAddressBook,
  IconBuildingStore,
  IconChartBar,
  IconFlask,
  IconInbox,
  IconRobot,
  IconServer,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'

export type PageEntry = {
  path: string
  title: string
  icon: Icon
  inMenu: boolean
  mayOpen(account: MyAccount, me: Me): boolean
  component: ComponentType
  /** Fetches its code. */
  load(): Promise<unknown>
}

const everyone = () => true
const agents = ({ role }: MyAccount) => role !== 'viewer'
const agencyOwners = ({ role, kind }: MyAccount) => role === 'owner' && kind === 'agency'
const operators = (_: MyAccount, me: Me) => me.user.isOperator

const page = (
  path: string,
  title: string,
  icon: Icon,
  mayOpen: PageEntry['mayOpen'],
  load: () => Promise<{ default: ComponentType }>,
): PageEntry => ({ path, title, icon, mayOpen, inMenu: path !== '/profile', component: lazy(load), load })

/** Every page, in the order of the menu. Each is loaded when it is first opened. */
export const pages: PageEntry[] = [
  page('/playground', 'Playground', IconFlask, agents, () => import('../pages/playground/playground-page.tsx')),
  page('/inbox', 'Inbox', IconInbox, everyone, () => import('../pages/inbox/inbox-page.tsx')),
  page('/contacts', 'Contacts', IconAddressBook, everyone, () => import('../pages/contacts/contacts-page.tsx')),
  page('/campaigns', 'Campaigns', IconRobot, everyone, () => import('../pages/campaigns/campaigns-page.tsx')),
  page('/overview', 'Overview', IconChartBar, everyone, () => import('../pages/overview/overview-page.tsx')),
  page('/agency', 'Agency', IconBuildingStore, agencyOwners, () => import('../pages/agency/agency-page.tsx')),
  page('/settings', 'Settings', IconSettings, agents, () => import('../pages/settings/settings-page.tsx')),
  page('/operations', 'Operations', IconServer, operators, () => import('../pages/operations/operations-page.tsx')),
  page('/profile', 'You', IconUserCircle, everyone, () => import('../pages/profile/profile-page.tsx')),
]

/** Where the browser keeps which page was open last. */
export const lastPage = 'parley.page'

/** Fetches the page that will be shown while it is still being asked who is signed in. */
export function fetchPageAhead(): void {
  const path = location.pathname === '/' ? (localStorage.getItem(lastPage) ?? '') : location.pathname
  void pages.find((each) => path.startsWith(each.path))?.load()
}
