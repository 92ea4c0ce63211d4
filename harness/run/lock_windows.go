package run

// lockFlags are none here: each user has a folder of temporary files.
const lockFlags = 0
