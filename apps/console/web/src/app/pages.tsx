import type { Me, MyAccount } from '@parley/contracts/session/me'
import { type Icon, IconBuildingStore, IconFlask } from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'

export type PageEntry = {
  path: string
  title: string
  icon: Icon
  inMenu: boolean
  mayOpen(account: MyAccount, me: Me): boolean
  component: ComponentType
}

const owners = ({ role }: MyAccount) => role === 'owner'
const agents = ({ role }: MyAccount) => role !== 'viewer'

/** Every page, in the order of the menu. Each is loaded when it is first opened. */
export const pages: PageEntry[] = [
  {
    path: '/playground',
    title: 'Playground',
    icon: IconFlask,
    inMenu: true,
    mayOpen: agents,
    component: lazy(() => import('../pages/playground/playground-page.tsx')),
  },
  {
    path: '/agency',
    title: 'Agency',
    icon: IconBuildingStore,
    inMenu: true,
    mayOpen: (account) => owners(account) && account.kind === 'agency',
    component: lazy(() => import('../pages/agency/agency-page.tsx')),
  },
]
