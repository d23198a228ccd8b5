import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { fetchAll, type InputOf, type ItemOf, type ListId } from '#web/api/client.ts'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { ClearFilters, FilterSearch } from '#web/ui/forms/filters.tsx'
import { ExportMenu, type ExportRow } from '#web/ui/lists/export-menu.tsx'
import { Loaded } from '#web/ui/lists/total.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { useMay } from '#web/api/may.tsx'
import { type GridView, ListGrid } from './list-grid.tsx'
import { Peek } from './peek.tsx'
import type { RowActions } from './row-actions.tsx'
import { SaveView } from './save-view.tsx'

type Props<K extends ListId> = Omit<GridView<K>, 'label'> & {
  title: string
  /** What the list shows, where the title of the page says less. */
  label?: string
  /** How many there are; by default, how many are loaded. */
  note?: ReactNode
  leading?: ReactNode
  filters?: ReactNode
  trailing?: ReactNode
  /** Exports the rows; without it the page can neither be exported nor saved as a view. */
  toExportRow?: (item: ItemOf<K>) => ExportRow
  /** What an export asks for beside the query of the list. */
  exportQuery?: Partial<InputOf<K>>
  /** Replaces the export of the rows. */
  exportMenu?: ReactNode
  /** Where views are saved and rows exported. */
  toolsIn?: 'toolbar' | 'header'
  createDialog?: (close: () => void) => ReactNode
  /** A row in a side panel. */
  panel?: { title: string; content: (id: string) => ReactNode }
  /** Shown in place of the list: a view with data of its own. */
  content?: ReactNode
  /** Above and below the list. */
  above?: ReactNode
  children?: ReactNode
}

/** A list page: filters in the URL, hotkeys, export, empty states, side panel and a create dialog. */
export function ListPage<K extends ListId>(props: Props<K>) {
  const { rows, title, label = title, note, labels, toolsIn = 'toolbar', content, above, createOp, children } = props
  const loaded = <Loaded count={rows.items.length} hasMore={rows.hasMore} />
  return (
    <Page
      title={title}
      fill
      note={note === undefined ? rows.list.data && loaded : note}
      actions={
        <>
          {toolsIn === 'header' && <ListTools {...props} />}
          {labels.create && (
            <Button variant="primary" size="sm" icon={Plus} op={createOp} onClick={() => rows.create()}>
              {labels.create}
            </Button>
          )}
        </>
      }
      toolbar={<ListToolbar {...props} toolsIn={toolsIn} />}
    >
      {above}
      {content ?? <ListGrid {...props} label={label} />}
      {children}
      <RowOverlays {...props} />
    </Page>
  )
}

function ListToolbar<K extends ListId>(props: Props<K>) {
  const { filterNames, labels, leading, filters, trailing, toolsIn, toExportRow } = props
  return (
    <>
      {leading}
      {labels.filter && <FilterSearch label={labels.filter} />}
      {filters}
      <ClearFilters names={filterNames} />
      {trailing}
      {toolsIn === 'toolbar' && toExportRow && (
        <span className="ms-auto flex gap-1.5">
          <ListTools {...props} />
        </span>
      )}
    </>
  )
}

function ListTools<K extends ListId>({ rows, name, toExportRow, exportQuery, exportMenu }: Props<K>) {
  if (!toExportRow) return null
  const load = async () => (await fetchAll(rows.id, { ...rows.query, ...exportQuery })).map(toExportRow)
  return (
    <>
      <SaveView />
      {exportMenu ?? <ExportMenu name={name} load={load} />}
    </>
  )
}

/** The side panel, the dialogs and the commands of the rows. */
function RowOverlays<K extends ListId>({ rows, panel, createOp, createDialog }: Props<K>) {
  const may = useMay()
  const [filters] = useFilters()
  const { actions, to, create, peek, keys } = rows
  return (
    <>
      {actions && <RowCommands actions={actions} row={keys.activeItem} />}
      {panel && to && (
        <Peek id={filters.peek} title={panel.title} to={to} onClose={() => peek()}>
          {panel.content}
        </Peek>
      )}
      {filters.create && may(createOp) && createDialog?.(() => create(false))}
    </>
  )
}

function RowCommands<T>({ actions, row }: { actions: RowActions<T>; row: T | undefined }) {
  useRegisterCommands(actions.commandsFor(row))
  return actions.dialog
}
