import type { OutputOf } from '#web/api/client.ts'
import { cx } from '#web/ui/cx.ts'

export type Provider = OutputOf<'listIntegrationProviders'>['data'][number]

const tileClass = cx(
  'grid size-8 shrink-0 place-items-center rounded-lg border border-line bg-white',
  'text-sm font-semibold text-[#444]',
)

/** The logo on a tile of its own, so that dark ones are visible in the dark theme; a letter where there is none. */
export const ProviderLogo = ({ provider: { logo, name } }: { provider: Pick<Provider, 'logo' | 'name'> }) => (
  <span aria-hidden className={tileClass}>
    {logo ? (
      <svg viewBox="0 0 24 24" className="size-4.5" fill={logo.color}>
        <path d={logo.path} />
      </svg>
    ) : (
      name[0]
    )}
  </span>
)
