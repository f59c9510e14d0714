import type { Course } from 'contract/courses'

/**
 * A course of the demo as it is written down in courses/: the wire's fields, price in rupees, with pictures and clips
 * named by their file (`art/banner-reels.webp`). The seed puts the addresses of the stored files in their place.
 */
export interface DemoCourse extends Omit<Course, 'access_period'> {
  lessons: DemoLesson[]
}

export interface DemoLesson {
  title: string
  /** A file of art/, or an https address. */
  watch_link: string
  download_link: string | null
  /** Of videos on other sites, which nobody else knows. */
  seconds?: number
  preview?: boolean
}
