/** What was handed over. */
export interface SyncedCentres {
  centres: number;
  languages: number;
}

/** Brings what one site of a tenant knows of its places to another. */
export interface CentreSync {
  /**
   * Reads the centres and languages of the CoursePro site and hands them to the Strive site, which keeps these and no others; a
   * repetition changes nothing. Nothing is handed over unless both lists were read whole.
   * @param hosts names of the two sites, both asked over https
   * @throws AppError('target_failed') that says which site failed and why
   */
  sync(hosts: { coursepro: string; strive: string }): Promise<SyncedCentres>;
}
