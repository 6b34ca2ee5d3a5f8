declare module 'virtual:gallery' {
  /** Every example scene, by title. */
  export const gallery: readonly import('./gallery.ts').GalleryEntry[];
}

declare module 'virtual:blocks' {
  /** Examples of the collision block, by name. */
  export const blockExamples: readonly import('./block-examples.ts').BlockExample[];
}

declare module 'virtual:guide' {
  /** The pages of the guide, in reading order; their text is at `guide/NAME.html`. */
  export const guide: readonly import('./guide.ts').GuidePage[];
}

declare module 'virtual:report' {
  /** Items of the report, by source. */
  export const reportParts: readonly import('./report-parts.ts').ReportPart[];
}
