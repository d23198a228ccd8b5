import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'

type Table = NonNullable<OutputOf<'searchAnswer'>['table']>

const columnNames = (): Record<Table['columns'][number], string> => ({
  name: t('Name'),
  insights: t('Insights'),
  contacts: t('Contacts'),
  positive: t('Positive'),
  negative: t('Negative'),
  neutral: t('Neutral'),
  quote: t('Quote'),
  person: t('Person'),
  company: t('Company'),
  source: t('Source'),
  date: t('Date'),
})

/** An answer that was asked for as a table. */
export function AnswerTable({ table: { columns, rows } }: { table: Table }) {
  const names = columnNames()
  return (
    <Card title={t('Table')}>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="py-1.5 pe-3 text-start text-xs font-medium text-faint">
                  {names[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id and never change places
              <tr key={n} className="border-t border-line align-top">
                {columns.map((column, at) => (
                  <td key={column} className="py-1.5 pe-3">
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
