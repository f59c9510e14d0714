import type { BooksMonth } from 'contract/books/month'
import type { z } from 'zod'

/** The books of a month as the server answers them. */
export type Month = z.input<typeof BooksMonth>
