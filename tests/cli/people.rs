//! What the umpire does about players: files of players, bans, merges, forgetting.

use std::fs;

use serde_json::Value;

use super::place::Place;

fn members(place: &Place) -> Vec<(String, String)> {
    let text = place.ok(&["player", "list", "--json"]);
    let rows = text.lines().map(|line| {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let field = |name: &str| row[name].as_str().expect("a text").to_owned();
        (field("name"), field("membership"))
    });
    rows.collect()
}

#[test]
fn a_file_of_players_is_added_whole_or_not_at_all() {
    let place = Place::new();
    let file = place.path("club.csv");
    fs::write(
        &file,
        "name,address,language\nDora,dora@example.org,en\n\n# the juniors\nEmil,emil@example.org\n\
         Dora,other@example.org\nFritz,no address\nGustav,gustav@example.org,xx\nHans\n",
    )
    .expect("a file");
    let why = place.refused(&["player", "import", &file]);
    for line in ["line 6", "line 7", "line 8", "line 9"] {
        assert!(why.contains(line), "{why}");
    }
    for good in ["line 1:", "line 2:", "line 5:"] {
        assert!(!why.contains(good), "{why}");
    }
    assert!(members(&place).iter().all(|(name, _)| name != "Dora"));
    fs::write(&file, "Dora,dora@example.org,en\nEmil,emil@example.org\n").expect("a file");
    let told = place.ok(&["player", "import", &file, "--dry-run"]);
    assert!(told.contains("nothing was changed"), "{told}");
    assert!(members(&place).iter().all(|(name, _)| name != "Dora"));
    let told = place.ok(&["player", "import", &file, "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["added"].as_array().map(Vec::len), Some(2));
    let dora = ("Dora".to_owned(), "member".to_owned());
    assert!(members(&place).contains(&dora));
    assert!(!place.refused(&["player", "import", &file]).is_empty());
}

#[test]
fn players_are_banned_merged_and_forgotten() {
    let place = Place::new();
    place.new_game();
    for name in ["Dora", "Dora2"] {
        let address = format!("{name}@example.org");
        place.ok(&["player", "add", name, &address]);
    }
    let first = members(&place)[0].0.clone();
    place.ok(&["player", "ban", "Dora", "--reason", "insults"]);
    assert!(members(&place).contains(&("Dora".to_owned(), "banned".to_owned())));
    let why = place.refused(&["player", "merge", "Dora2", "Dora"]);
    assert!(why.contains("banned"), "{why}");
    assert!(place.ok(&["player", "show", "Dora"]).contains("insults"));
    place.ok(&["player", "unban", "Dora"]);
    let told = place.ok(&["player", "merge", "Dora2", "Dora", "--dry-run"]);
    assert!(told.contains("nothing was changed"), "{told}");
    place.ok(&["player", "merge", "Dora2", "Dora"]);
    let both = place.ok(&["player", "show", "Dora"]);
    assert!(both.contains("Dora2@example.org"), "{both}");
    let told = place.ok(&["player", "forget", &first, "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["games"].as_array().map(Vec::len), Some(1), "{told}");
    let all = members(&place);
    assert!(
        all.contains(&("player 1".to_owned(), "forgotten".to_owned())),
        "{all:?}"
    );
    let shown = place.ok(&["game", "show", "1"]);
    assert!(
        !shown.contains(&first) && shown.contains("player 1"),
        "{shown}"
    );
}

#[test]
fn without_an_umpire_s_address_reports_are_kept() {
    let mut place = Place::new();
    place.new_game();
    place.ok(&["run", "--once"]);
    let key = place
        .letters()
        .iter()
        .find(|letter| letter.mailbox.contains("anna"))
        .expect("her letter")
        .reply_token();
    place.deliver(&format!(
        "From: anna@example.org\nTo: play+{key}@example.org\nMessage-ID: <r@x>\nSubject: x\n\n\
         report: Boris is rude.\n"
    ));
    place.ok(&["run", "--once"]);
    let status = place.ok(&["status"]);
    assert!(
        status.contains("reports  1 kept for the umpire"),
        "{status}"
    );
    assert!(status.contains("0 given up"), "{status}");
    let json: Value = serde_json::from_str(&place.ok(&["status", "--json"])).expect("JSON");
    assert_eq!(json["kept_reports"], 1);
    let queue = place.ok(&["mail", "queue"]);
    let id = queue.split(' ').next().expect("a number").to_owned();
    assert!(
        queue.contains(" kept ") && queue.contains("the settings name no umpire"),
        "{queue}"
    );
    let shown = place.ok(&["mail", "show", &id]);
    assert!(shown.contains("Boris is rude."), "{shown}");
    let why = place.refused(&["mail", "retry", &id]);
    assert!(why.contains("set `umpire`"), "{why}");
    // When there is one, it can be sent.
    let file = place.path("zugpost.toml");
    let text = fs::read_to_string(&file).expect("settings");
    let text = text.replace("#umpire = ", "umpire = ");
    fs::write(&file, text).expect("written");
    place.ok(&["mail", "retry", &id]);
    place.ok(&["run", "--once"]);
    let told = place.letters();
    let told = told.iter().find(|letter| letter.mailbox.contains("umpire"));
    assert!(told.expect("a letter").raw.contains("Boris is rude."));
    assert!(!place.ok(&["status"]).contains("reports "));
}

#[test]
fn init_writes_the_umpire_s_address() {
    let place = Place::new();
    let folder = place.path("other");
    let arguments = ["init", "--dir", &folder, "--umpire", "max@example.info"];
    let made = place.run_anywhere(&arguments);
    assert!(!made.out.contains("No umpire is named"), "{made:?}");
    let settings = fs::read_to_string(place.path("other/zugpost.toml")).expect("settings");
    assert!(
        settings.contains("\numpire = \"max@example.info\"\n"),
        "{settings}"
    );
    let folder = place.path("third");
    let made = place.run_anywhere(&["init", "--dir", &folder]);
    assert!(made.out.contains("No umpire is named"), "{made:?}");
    let folder = place.path("fourth");
    let made = place.run_anywhere(&["init", "--dir", &folder, "--umpire", "nobody"]);
    assert_eq!(made.code, 1, "{made:?}");
}

#[test]
fn doctor_lists_names_that_look_official() {
    let place = Place::new();
    assert!(!place.run(&["doctor"]).out.contains("taken for"));
    place.ok(&["player", "add", "Umplre", "mallory@example.org"]);
    let told = place.run(&["doctor"]).out;
    assert!(
        told.contains("somebody who runs the server: Umplre"),
        "{told}"
    );
}
