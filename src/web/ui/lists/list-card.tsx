import { type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { OperationName } from '#web/api/client.ts'

type Props<T> = {
  title: ReactNode
  note?: ReactNode
  list: { items: readonly T[]; error: unknown; isPending: boolean; refetch: () => unknown }
  /** `hasButton`: the button is there too when the list is empty. */
  empty: { icon: LucideIcon; title: string; note: string; hasButton?: boolean }
  /** The button that creates one; not shown to those who may not. */
  create?: { label: string; run: () => void; op?: OperationName } | false
  row: (item: T) => ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A short list in a card: its rows, or why there are none. */
export function ListCard<T extends { id: string }>({ title, note, list, empty, create, row, children }: Props<T>) {
  const { icon: Icon, hasButton = false, ...texts } = empty
  const onCreate = create && { onClick: create.run, children: create.label, op: create.op }
  return (
    <Card title={title} note={note} flush actions={onCreate && <Button size="sm" icon={Plus} {...onCreate} />}>
      <ListState
        list={list}
        empty={
          <EmptyState
            icon={<Icon />}
            {...texts}
            actions={hasButton && onCreate && <Button variant="primary" {...onCreate} />}
          />
        }
      >
        <ul>{list.items.map(row)}</ul>
      </ListState>
      {children}
    </Card>
  )
}
