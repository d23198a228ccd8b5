import { ConnectedApps } from './connected-apps.tsx'
import { ConnectAssistant } from './connect-assistant.tsx'

export const Assistants = () => (
  <>
    <ConnectAssistant baseUrl={location.origin} />
    <ConnectedApps />
  </>
)
