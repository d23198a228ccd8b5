import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'
import { kindLabels, type Kind, type Masking } from './rule-text.ts'

/** How much each rule masked, by day. */
export function MaskedCounts({ daily }: Pick<Masking, 'daily'>) {
  const rules = [...new Set(daily.map(({ rule }) => rule))].sort()
  const days = Map.groupBy(daily, ({ day }) => day)
  const labels = kindLabels()
  return (
    <Card title={t('Masked in the last 30 days')}>
      {daily.length === 0 ? (
        <p className="text-sm text-faint">{t('Nothing was masked.')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead>
              <tr className="text-start text-xs text-faint">
                <th className="py-1 pe-4 text-start font-medium">{t('Day')}</th>
                {rules.map((rule) => (
                  <th key={rule} className="py-1 pe-4 text-end font-medium">
                    {labels[rule as Kind] ?? rule}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...days].map(([day, counts]) => (
                <tr key={day} className="border-t border-line">
                  <td className="py-1 pe-4">{day}</td>
                  {rules.map((rule) => (
                    <td key={rule} className="py-1 pe-4 text-end tabular-nums">
                      {counts.find((one) => one.rule === rule)?.count ?? 0}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
