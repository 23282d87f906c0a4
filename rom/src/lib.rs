//! Facts about the Video Chess ROM: hashes, where to get it, labels and RAM map.
