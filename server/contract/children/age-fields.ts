import { z } from 'zod'
import { Email, MonthText, nameText } from '../fields.ts'

/** The month of the 18th birthday, and who consents. */
export const parentFields = {
  turns_18: MonthText,
  parent_name: nameText(2, 100, 'Name must be at least 2 characters'),
  parent_email: Email,
}

const ADULT = 'Must be yes or no'
export const Adult = z.enum(['yes', 'no'], { error: ADULT })
