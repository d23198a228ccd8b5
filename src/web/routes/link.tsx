import { Link as RouterLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Path } from './paths.ts'

type Props = Omit<ComponentProps<typeof RouterLink>, 'to' | 'hash'> & { to: Path; hash?: string | undefined }

/** A link to a page of the app. */
export const Link = ({ to, hash, ...rest }: Props) => <RouterLink to={to} {...(hash && { hash })} {...rest} />
