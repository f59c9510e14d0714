import type { Course } from 'contract/courses/courses'

/**
 * A demo course as written in courses/: the fields of the wire, price in rupees, images and clips named by file
 * (`art/banner-reels.webp`). The seed replaces file names by the addresses of stored files.
 */
export interface DemoCourse extends Omit<Course, 'access_period' | 'kind' | 'free' | 'bundle_courses'> {
  lessons: DemoLesson[]
}

export interface DemoLesson {
  title: string
  /** A file of art/, or an https address. */
  watch_link: string
  download_link: string | null
  /** Only for videos on other sites, whose length no file tells. */
  seconds?: number
  preview?: boolean
}
