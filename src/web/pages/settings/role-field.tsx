import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { roleLabels, roleNotes, toOptions } from '#web/labels.ts'
import { SelectField } from '#web/ui/forms/field.tsx'
import { type MemberRole, memberRoles } from '#vocabulary/roles.ts'

/** The role of an invited person, with what it is for. */
export function RoleField() {
  const [role, setRole] = useState<MemberRole>('member')
  return (
    <SelectField
      label={t('Role')}
      name="role"
      value={role}
      onChange={(event) => setRole(memberRoles.find((one) => one === event.target.value) ?? 'member')}
      options={toOptions(roleLabels())}
      hint={roleNotes()[role]}
    />
  )
}
