import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'

/** A link to one subject across competitors, whose name may be cut. */
export const SubjectLink = ({ id, name, className }: { id: string; name: string; className: string }) => (
  <Link to={paths.competitorSubject(id)} title={name} className={cx(className, 'hover:underline')}>
    {name}
  </Link>
)
