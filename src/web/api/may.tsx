import { createContext, type ReactNode, use } from 'react'
import { t } from '#web/i18n/t.ts'
import { isAtLeast, type MemberRole } from '#vocabulary/roles.ts'
import { roleNeededFor, type OperationName } from './client.ts'

/** The role of the signed-in user; outside of the shell nobody is restricted by one. */
export const RoleContext = createContext<MemberRole>('admin')

/** Whether the role of the signed-in user may use an operation; without one, anybody may. */
export function useMay() {
  const role = use(RoleContext)
  return (operation: OperationName | undefined): boolean =>
    operation === undefined || isAtLeast(role, roleNeededFor(operation))
}

type Props = { op: OperationName; children: ReactNode }

/** Controls of an operation: absent for those who may not use it. */
export const May = ({ op, children }: Props) => (useMay()(op) ? children : null)

/** Fields that show a value: those who may not change it see it, and why they cannot. */
export function MayEdit({ op, children }: Props) {
  const may = useMay()
  if (may(op)) return children
  return (
    <fieldset disabled className="contents" title={t('Your role may not change this.')}>
      {children}
    </fieldset>
  )
}
