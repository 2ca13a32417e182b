/** A file of source texts. */
export interface SourceFile {
  /** As the translators see it. */
  name: string;
  content: Buffer;
}

/** The translation service that source texts are uploaded to. */
export interface Translations {
  /**
   * Uploads one file of English source texts; answers the key of the job it became.
   * @param title groups the files of one upload for the translators
   * @throws AppError('target_failed') that says why the service did not take it; AppError('refused') when none is configured
   */
  upload(title: string, file: SourceFile): Promise<string>;
}
