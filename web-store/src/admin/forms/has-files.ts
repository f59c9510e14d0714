import type { DragEvent } from 'react'

/** Returns true if files are dragged, not text or a row of a list. */
export const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
