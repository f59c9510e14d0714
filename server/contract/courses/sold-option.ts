/** An option of a course, of a feature that may be absent. */
export type CourseOption = { option_id: string; name: string; price: number; access_days?: number | null | undefined }

type Sold = {
  name: string
  price: number
  access_period?: string | null | undefined
  options?: readonly CourseOption[] | null | undefined
}

/** Name of a course on orders, invoices and receipts when it is sold by an option. */
export const optionName = (course: string, option: string) => `${course} (${option})`

/** The access period of an option of so many days. */
export const periodOfDays = (days: number | null | undefined): string | null => (days ? `P${days}D` : null)

/** Finds the name, price in rupees and period of a course by an option; the first one follows the course, also in a sale. Undefined for an unknown option. */
export function soldOption({ name, price, access_period, options }: Sold, optionId: string) {
  const at = options?.findIndex(({ option_id }) => option_id === optionId) ?? -1
  const option = options?.[at]
  if (!option) return undefined
  return {
    name: optionName(name, option.name),
    price: at === 0 ? price : option.price,
    access_period: at === 0 ? (access_period ?? null) : periodOfDays(option.access_days),
  }
}
