import { Route, Switch } from 'wouter'
import { AgencyHome } from './agency-home.tsx'
import { SubAccountPage } from './sub-account-page.tsx'

export default function AgencyPage() {
  return (
    <Switch>
      <Route path="/agency">
        <AgencyHome />
      </Route>
      <Route path="/agency/:subAccount">
        {({ subAccount }) => <SubAccountPage key={subAccount} id={subAccount} />}
      </Route>
    </Switch>
  )
}
