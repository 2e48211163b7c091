//! Full disks and read-only folders: real file systems of a test alone, in a mount namespace of its own.
//! `./test.sh` leaves these tests out for users who may not make one.

use std::env;
use std::ffi::CString;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Duration;

use rustix::mount::{MountFlags, UnmountFlags, mount, mount_remount, unmount};

use super::faults::{all_is_well, turn, turns};
use super::place::Place;
use super::running::Running;
use super::upgrade::{kept, with_a_turn};

/// Set where a test runs in a namespace of its own.
const INSIDE: &str = "ZUGPOST_TEST_INSIDE";
/// How long a fault lasts at least: long enough to see whether anything is tried in a tight loop.
const WINDOW: Duration = Duration::from_secs(3);
/// The pauses are 0.5 to 1, 1 to 2 and 2 to 4 seconds.
const TRIES: usize = 4;
/// Whether this process has a mount namespace of its own. If not, runs the test in a process that has.
fn is_inside(test: &str) -> bool {
    if env::var_os(INSIDE).is_some() {
        return true;
    }
    let mut command = Command::new("unshare");
    command
        .args(["--map-root-user", "--mount"])
        .arg(env::current_exe().expect("this program"))
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1");
    let ran = command
        .output()
        .expect("unshare is missing: install util-linux");
    // Moved in, so that its result is not taken for one of this program.
    let said = textwrap::indent(&String::from_utf8_lossy(&ran.stdout), "  ");
    let failed = textwrap::indent(&String::from_utf8_lossy(&ran.stderr), "  ");
    assert!(
        ran.status.success() && said.contains("1 passed"),
        "{test} needs a mount namespace (`unshare -rm true` has to work), or has failed in it:\n\
         {said}{failed}"
    );
    false
}

/// Makes a file system read-only, or writable again. Not by the program `mount`, which would repeat the owner that
/// the file system shows, and no ordinary user may name that one here.
fn remount(path: &str, flags: MountFlags) {
    mount_remount(path, flags, c"").expect("remounted");
}

/// A file system of a place, taken away again before the place is: a folder with one cannot be deleted.
struct Mounted(String);

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = unmount(&self.0, UnmountFlags::DETACH);
    }
}

/// Puts a folder of a place on a file system of its own, of a size such as `48m`.
fn on_its_own(place: &Place, folder: &str, size: &str) -> Mounted {
    let (path, aside) = (place.path(folder), place.path("aside"));
    fs::rename(&path, &aside).expect("moved");
    fs::create_dir(&path).expect("a folder");
    let options = CString::new(format!("size={size},mode=700")).expect("options");
    mount("none", &path, "tmpfs", MountFlags::empty(), &*options).expect("mounted");
    let copied = Command::new("cp")
        .args(["-a", &format!("{aside}/."), &path])
        .status();
    assert!(copied.expect("cp starts").success());
    Mounted(path)
}

/// Fills the disk, and leaves so much room.
fn fill(place: &Place, room: usize) {
    let path = place.path("data/filler");
    let mut file = File::create(&path).expect("a file");
    let block = [b'x'; 4096];
    while file.write_all(&block).is_ok() {}
    // What is written in part counts as well.
    let length = file.metadata().expect("a file").len();
    file.set_len(length.saturating_sub(room as u64))
        .expect("cut");
}

/// `status` and `doctor` name a trouble.
fn told(place: &Place, status_says: &str, doctor_says: &str) {
    let status = place.run(&["status"]);
    let error = status.out.lines().find(|line| line.starts_with("error"));
    assert!(
        error.is_some_and(|line| line.contains(status_says)),
        "{status:?}"
    );
    let doctor = place.run(&["doctor"]);
    let mut lines = doctor.out.lines();
    let wrong = lines.any(|line| line.starts_with("WRONG") && line.contains(doctor_says));
    assert!(doctor.code == 1 && wrong, "{doctor:?}");
}

#[test]
fn a_disk_that_is_really_full_takes_no_mail_and_loses_none() {
    if !is_inside("mounts::a_disk_that_is_really_full_takes_no_mail_and_loses_none") {
        return;
    }
    let mut place = Place::new();
    place.new_game();
    let _mounted = on_its_own(&place, "data", "48m");
    let mut daemon = Running::start(&place);
    daemon.letters(&place, 2);
    // With some room left, the work gets a bit further before the disk is full.
    for (number, room) in [0, 8, 40, 80, 160].into_iter().enumerate() {
        fill(&place, room << 10);
        turn(&mut place, number);
        if room == 0 {
            daemon.until("full", |daemon| {
                daemon.log().contains("cannot take mail in")
            });
            thread::sleep(WINDOW);
            let tries = daemon.log().matches("cannot take mail in").count();
            assert!(tries <= TRIES, "{tries}: {}", daemon.log());
            assert_eq!((place.waiting(), turns(&place)), (1, 0));
            told(&place, "the disk is full: 0 MB are free", "0 MB are free");
        } else {
            thread::sleep(Duration::from_millis(500));
        }
        fs::remove_file(place.path("data/filler")).expect("removed");
        daemon.letters(&place, 2 + 2 * (number + 1));
    }
    all_is_well(&place, &mut daemon, 5);
}

#[test]
fn an_upgrade_without_room_for_a_copy_changes_nothing() {
    if !is_inside("mounts::an_upgrade_without_room_for_a_copy_changes_nothing") {
        return;
    }
    let place = with_a_turn();
    let _mounted = on_its_own(&place, "data", "48m");
    let before = fs::read(place.path("data/zugpost.db")).expect("the database");
    // None at all, so that it cannot even be opened; too little for the copy; enough for one copy, but not for the second.
    for room in [0, 128 << 10, before.len() + (128 << 10)] {
        fill(&place, room);
        let refused = place.refused(&["upgrade"]);
        let said = match room {
            0 => "the database cannot be used",
            _ => "nothing was changed",
        };
        assert!(refused.contains(said), "{room}: {refused}");
        fs::remove_file(place.path("data/filler")).expect("removed");
        assert_eq!(kept(&place), Vec::<PathBuf>::new(), "{room}");
        let now = fs::read(place.path("data/zugpost.db")).expect("the database");
        assert!(now == before, "{room}");
    }
    place.ok(&["upgrade"]);
    assert_eq!(kept(&place).len(), 1);
}

#[test]
fn folders_of_mail_that_are_read_only_delay_mail() {
    if !is_inside("mounts::folders_of_mail_that_are_read_only_delay_mail") {
        return;
    }
    let mut place = Place::new();
    place.new_game();
    let _mounted = on_its_own(&place, "mail", "48m");
    place.ok(&["run", "--once"]);
    assert_eq!(place.letters().len(), 2);
    turn(&mut place, 0);
    remount(&place.path("mail"), MountFlags::RDONLY);
    let mut daemon = Running::start(&place);
    daemon.until("judged", |_| turns(&place) == 1);
    thread::sleep(WINDOW);
    for trouble in ["cannot fetch mail from", "letters cannot leave"] {
        let tries = daemon.log().matches(trouble).count();
        assert!(
            (1..=TRIES).contains(&tries),
            "{trouble}: {tries}: {}",
            daemon.log()
        );
    }
    told(&place, "Read-only file system", "cannot be written");
    let doctor = place.run(&["doctor"]).out;
    assert!(doctor.contains("mails cannot be moved out of"), "{doctor}");
    assert_eq!((place.waiting(), place.letters().len()), (1, 2));
    remount(&place.path("mail"), MountFlags::empty());
    daemon.letters(&place, 4);
    all_is_well(&place, &mut daemon, 1);
}

#[test]
fn a_data_folder_that_is_read_only_is_named() {
    if !is_inside("mounts::a_data_folder_that_is_read_only_is_named") {
        return;
    }
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    turn(&mut place, 0);
    let _mounted = on_its_own(&place, "data", "48m");
    remount(&place.path("data"), MountFlags::RDONLY);
    for arguments in [&["run"][..], &["run", "--once"], &["receive"], &["status"]] {
        let ran = place.run(arguments);
        let expected = if arguments == ["receive"] { 75 } else { 1 };
        assert_eq!(ran.code, expected, "{arguments:?}: {ran:?}");
        let named = ["read-only", "Read-only"]
            .iter()
            .any(|word| ran.err.contains(word));
        assert!(named && ran.err.contains("data"), "{arguments:?}: {ran:?}");
    }
    let doctor = place.run(&["doctor"]);
    assert!(
        doctor.code == 1 && doctor.out.contains("Read-only file system"),
        "{doctor:?}"
    );
    assert_eq!(place.waiting(), 1);
    remount(&place.path("data"), MountFlags::empty());
    let mut daemon = Running::start(&place);
    all_is_well(&place, &mut daemon, 1);
}
