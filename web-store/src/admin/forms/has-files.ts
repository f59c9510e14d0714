import type { DragEvent } from 'react'

/** Whether what is dragged are files, not a text or a row of a list. */
export const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
