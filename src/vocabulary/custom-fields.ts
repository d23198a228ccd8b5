/* Fields that an organization defines for its own objects. */

export const customFieldKinds = ['text', 'number', 'select', 'multi_select', 'date', 'person', 'link'] as const
export type CustomFieldKind = (typeof customFieldKinds)[number]

/** The kinds of objects that can have custom fields; each is the name of its table as well. */
export const customFieldObjects = ['feedback', 'contact', 'account', 'opportunity', 'initiative', 'project'] as const
export type CustomFieldObject = (typeof customFieldObjects)[number]

/** Of a field and of an option; they never change, so that values refer to them. */
export const customFieldKeyPattern = '^[a-z][a-z0-9_]{0,39}$'

export const maxActiveCustomFields = 50
export const maxCustomFieldOptions = 100
/** The longest text and link. */
export const maxCustomFieldText = 2000
/** How many options one value can have. */
export const maxCustomFieldChoices = 50

export type CustomFieldValue = string | number | string[]

export const hasOptions = (kind: CustomFieldKind) => kind === 'select' || kind === 'multi_select'
