import { ObjectPanel } from '#web/shell/details/object-page.tsx'
import { InsightHeader } from './insight-header.tsx'
import { InsightProperties } from './insight-properties.tsx'
import { InsightQuotes } from './insight-quotes.tsx'

/** An insight beside the list it was opened from. */
export const InsightPanel = ({ id }: { id: string }) => (
  <ObjectPanel kind="insight" id={id}>
    {(insight) => (
      <>
        <InsightHeader insight={insight} />
        <InsightQuotes insight={insight} />
        <InsightProperties insight={insight} />
      </>
    )}
  </ObjectPanel>
)
